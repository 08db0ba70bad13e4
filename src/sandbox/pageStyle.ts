/** The payment page's whole style sheet; securityHeaders.ts allows it by its hash. Tokens are those of the desk. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --back: #f6f7f9; --panel: #ffffff; --soft: #f2f4f7;
  --ink: #171a21; --muted: #5d6678; --line: #e4e7ec;
  --accent: #3b5bdb; --tint: #edf2ff;
  --warn: #8a4b00; --warn-tint: #fff4e0; --warn-line: #f5b450;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101319; --panel: #171b23; --soft: #1e2430;
    --ink: #e8ebf1; --muted: #98a2b3; --line: #2a303c;
    --accent: #91a7ff; --tint: #1e2847;
    --warn: #ffc46b; --warn-tint: #33240a; --warn-line: #a86c12;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; background: var(--back); color: var(--ink);
  font: 15px/22px Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
  overflow-wrap: anywhere;
}
.notice {
  position: sticky; top: 0; z-index: 1; padding: 10px 16px; text-align: center;
  background: var(--warn-tint); color: var(--warn); border-bottom: 1px solid var(--warn-line);
  font-size: 13px; line-height: 18px; text-wrap: balance;
}
.notice strong { font-size: 15px; line-height: 20px; font-weight: 700; letter-spacing: .04em; display: block; }
main { max-width: 472px; margin: 0 auto; padding: 20px 16px 32px; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 16px; overflow: hidden; }
.head { padding: 24px 24px 22px; border-bottom: 1px solid var(--line); }
.eyebrow { font-size: 13px; line-height: 18px; color: var(--muted); }
h1 { margin: 2px 0 18px; font-size: 38px; line-height: 46px; font-weight: 680; letter-spacing: -.025em; }
h1 small { font-size: 18px; font-weight: 600; letter-spacing: 0; color: var(--muted); }
.facts { display: grid; gap: 6px; font-size: 14px; line-height: 20px; }
.facts div { display: flex; gap: 16px; justify-content: space-between; }
.facts dt { color: var(--muted); flex: none; }
.facts dd { text-align: right; text-wrap: balance; }
.mono { font-family: "JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 13px; }
.body { padding: 20px 24px 24px; }
h1.plain { margin: 0; font-size: 18px; line-height: 24px; font-weight: 650; letter-spacing: 0; }
h1.plain + p { margin-top: 4px; color: var(--muted); }
h2 { font-size: 16px; line-height: 22px; font-weight: 650; }
h2 + p { margin-top: 2px; color: var(--muted); font-size: 14px; line-height: 20px; }
.requisites { margin-top: 16px; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.requisites div { padding: 11px 16px 12px; }
.requisites div + div { border-top: 1px solid var(--line); }
.requisites dt { font-size: 12px; line-height: 16px; font-weight: 600; color: var(--muted); }
.requisites dd { margin-top: 2px; font-size: 16px; line-height: 22px; font-weight: 500; user-select: all; -webkit-user-select: all; }
.requisites .number { background: var(--tint); padding: 14px 16px 15px; }
.requisites .number dt { color: var(--accent); }
.requisites .number dd {
  font: 600 21px/30px "JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  letter-spacing: -.01em;
}
.number span { margin-right: .42em; }
.hint { margin-top: 14px; font-size: 13px; line-height: 18px; color: var(--muted); }
.methods { list-style: none; padding: 0; margin-top: 14px; display: grid; gap: 10px; }
.methods a {
  display: flex; align-items: center; gap: 14px; padding: 13px 16px; min-height: 64px;
  border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none;
}
.methods a:hover { border-color: var(--accent); background: var(--tint); }
.methods b { display: block; font-weight: 600; }
.methods i { display: block; font-style: normal; font-size: 13px; line-height: 18px; color: var(--muted); }
.methods span { flex: 1; }
svg { display: block; flex: none; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.icon { color: var(--accent); }
.go { color: var(--muted); }
.links { margin-top: 18px; display: flex; flex-wrap: wrap; gap: 8px 20px; font-size: 14px; line-height: 20px; }
.links a { display: inline-flex; align-items: center; min-height: 28px; color: var(--accent); font-weight: 550; text-decoration: none; }
.links a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
footer { margin-top: 16px; text-align: center; color: var(--muted); font-size: 12px; line-height: 18px; }
@media (max-width: 430px) {
  main { padding: 12px 12px 28px; }
  .head { padding: 20px 20px 18px; }
  .body { padding: 18px 20px 20px; }
  h1 { font-size: 34px; line-height: 42px; }
  .requisites .number dd { font-size: 20px; }
}
@media (min-width: 700px) { main { padding-top: 48px; } }
`;
