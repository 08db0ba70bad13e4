/** The package has no types of its own. As much of it as is used here. */
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      handle: (
        name: string,
        attributes: () => Readonly<Record<string, string>> | false,
        decode: (text: string) => string,
        isSelfClosing: boolean,
      ) => void,
    ): this;
    on(event: 'closeTag', handle: (name: string) => void): this;
    on(event: 'text' | 'cdata', handle: (text: string) => void): this;
    on(event: 'error' | 'warn', handle: (error: Error) => void): this;
    /** Handles every whole token; what is left waits for the next text. */
    write(xml: string): this;
    end(): Error | null;
  }
}
