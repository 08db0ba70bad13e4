/** The payment page's whole style sheet; securityHeaders.ts allows it by its hash. Tokens are those of the desk. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --back: #f6f7f9; --panel: #ffffff; --soft: #f2f4f7;
  --ink: #171a21; --muted: #5d6678; --line: #e4e7ec; --edge: #868fa0;
  --accent: #3b5bdb; --press: #2f4bc0; --on-accent: #ffffff; --tint: #edf2ff;
  --good: #0b7a4b; --good-tint: #e6f6ee; --bad: #b42318; --bad-tint: #fdecea;
  --warn: #8a4b00; --warn-tint: #fff4e0; --warn-line: #f5b450;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101319; --panel: #171b23; --soft: #1e2430;
    --ink: #e8ebf1; --muted: #98a2b3; --line: #2a303c; --edge: #6b7689;
    --accent: #91a7ff; --press: #a9baff; --on-accent: #10162e; --tint: #1e2847;
    --good: #5ad19a; --good-tint: #12301f; --bad: #ff8f84; --bad-tint: #38150f;
    --warn: #ffc46b; --warn-tint: #33240a; --warn-line: #a86c12;
  }
}
* { box-sizing: border-box; margin: 0; }
html { scroll-padding-top: 72px; }
body {
  min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--back); color: var(--ink);
  font: 15px/22px Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
  overflow-wrap: anywhere;
}
.notice {
  padding: 8px 16px; text-align: center;
  background: var(--warn-tint); color: var(--warn); border-bottom: 1px solid var(--warn-line);
  font-size: 13px; line-height: 18px; text-wrap: balance;
}
.notice strong { font-weight: 700; letter-spacing: .04em; display: block; }
main { width: 100%; max-width: 1040px; margin: 0 auto; padding: 20px 16px 24px; flex: 1; }
.checkout { display: grid; gap: 16px; max-width: 472px; margin: 0 auto; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 16px; overflow: hidden; }
.alone { max-width: 472px; margin: 0 auto; }
.summary { padding: 4px 8px 4px; }
.eyebrow { font-size: 14px; line-height: 20px; color: var(--muted); }
h1 { margin: 2px 0 0; font-size: 36px; line-height: 44px; font-weight: 680; letter-spacing: -.025em; }
h1 small { font-size: 18px; font-weight: 600; letter-spacing: 0; color: var(--muted); }
.deadline { margin-top: 4px; display: flex; gap: 6px; align-items: center; font-size: 14px; line-height: 20px; color: var(--muted); }
.deadline b { font-weight: 600; color: var(--ink); }
.facts { margin-top: 14px; display: grid; gap: 4px; font-size: 13px; line-height: 18px; }
.facts div { display: flex; gap: 8px; justify-content: space-between; }
.facts dt { color: var(--muted); flex: none; }
.facts dd { text-align: right; }
.mono { font-family: "JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 12px; letter-spacing: -.04em; }
.body { padding: 20px 24px 22px; }
h1.plain { margin: 0; font-size: 18px; line-height: 24px; font-weight: 650; letter-spacing: 0; }
h1.plain + p { margin-top: 4px; color: var(--muted); }
h2 { font-size: 17px; line-height: 24px; font-weight: 650; letter-spacing: -.005em; }
h2 + p { margin-top: 2px; color: var(--muted); font-size: 14px; line-height: 20px; }
.requisites { margin-top: 14px; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.requisites div { padding: 10px 16px 11px; }
.requisites div + div { border-top: 1px solid var(--line); }
.requisites dt { font-size: 12px; line-height: 16px; font-weight: 600; color: var(--muted); }
.requisites dd { margin-top: 2px; font-size: 16px; line-height: 22px; font-weight: 500; user-select: all; -webkit-user-select: all; }
.requisites .number { background: var(--tint); padding: 13px 16px 14px; }
.requisites .number dt { color: var(--accent); }
.requisites .number dd {
  font: 600 21px/30px "JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  letter-spacing: -.01em;
}
.number span { margin-right: .42em; }
.hint { margin-top: 10px; font-size: 13px; line-height: 18px; color: var(--muted); }
button, .secondary, .quiet {
  font: inherit; color: inherit; cursor: pointer; background: none; border: 0; text-decoration: none; text-align: center;
}
.methods { list-style: none; padding: 0; margin-top: 14px; display: grid; gap: 10px; }
.methods button {
  width: 100%; display: flex; align-items: center; gap: 14px; padding: 12px 16px; min-height: 64px; text-align: left;
  border: 1px solid var(--line); border-radius: 12px;
}
.methods button:hover { border-color: var(--accent); background: var(--tint); }
.methods b { display: block; font-weight: 600; }
.methods i { display: block; font-style: normal; font-size: 13px; line-height: 18px; color: var(--muted); }
.methods span { flex: 1; }
svg { display: block; flex: none; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.icon { color: var(--accent); }
.go { color: var(--muted); }
.small { width: 16px; height: 16px; stroke-width: 2; }
.links { margin-top: 10px; font-size: 14px; line-height: 20px; }
.links a { display: inline-flex; align-items: center; min-height: 32px; color: var(--accent); font-weight: 550; text-decoration: none; }
.links a:hover { text-decoration: underline; }
.actions { display: grid; gap: 8px; padding: 16px 24px 16px; border-top: 1px solid var(--line); }
.actions button, .actions .quiet, .return .secondary { display: block; width: 100%; min-height: 48px; padding: 12px 16px; border-radius: 10px; font-size: 16px; line-height: 24px; font-weight: 600; }
.actions .primary { background: var(--accent); color: var(--on-accent); }
.actions .primary:hover { background: var(--press); }
.actions .secondary, .return .secondary { border: 1px solid var(--edge); padding: 11px 16px; }
.actions .secondary:hover, .return .secondary:hover { background: var(--soft); }
.actions .quiet { min-height: 44px; padding: 10px 16px; font-size: 15px; font-weight: 550; color: var(--muted); }
.actions .quiet:hover { color: var(--ink); background: var(--soft); }
label { display: block; margin-top: 14px; font-size: 13px; line-height: 18px; font-weight: 600; }
.field { position: relative; margin-top: 6px; }
.field input {
  width: 100%; min-height: 54px; padding: 10px 68px 10px 16px; color: inherit; background: var(--panel);
  font: inherit; font-size: 24px; line-height: 32px; font-weight: 600; border: 1px solid var(--edge); border-radius: 10px;
}
.field input[aria-invalid] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.field span { position: absolute; right: 16px; top: 16px; color: var(--muted); font-weight: 600; }
.fault { margin-top: 8px; display: flex; gap: 6px; font-size: 14px; line-height: 20px; color: var(--bad); }
.fault svg { margin-top: 2px; }
.closing { padding: 32px 24px 28px; text-align: center; }
.closing h2 { margin-top: 14px; font-size: 20px; line-height: 28px; }
.closing h2 + p { font-size: 15px; line-height: 22px; text-wrap: balance; }
.badge { width: 56px; height: 56px; margin: 0 auto; border-radius: 50%; display: grid; place-items: center; background: var(--soft); color: var(--muted); }
.badge svg { width: 28px; height: 28px; stroke-width: 2.25; }
.paid .badge { background: var(--good-tint); color: var(--good); }
.rejected .badge { background: var(--bad-tint); color: var(--bad); }
.return { margin-top: 18px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.field input:focus-visible { outline-offset: 0; outline-width: 2px; border-color: var(--accent); }
footer { width: 100%; max-width: 1040px; margin: 0 auto; padding: 0 24px 28px; color: var(--muted); font-size: 12px; line-height: 18px; }
footer p { max-width: 472px; margin: 0 auto; text-wrap: pretty; }
footer p + p { margin-top: 10px; }
footer b { font-weight: 600; }
.languages { max-width: 488px; margin: 0 auto 8px; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0 4px; font-size: 13px; }
.languages a, .languages b { display: inline-flex; align-items: center; min-height: 32px; padding: 0 8px; font-weight: 550; border-radius: 8px; }
.languages b { font-weight: 650; }
.languages a { color: var(--accent); text-decoration: none; }
.languages a:hover { text-decoration: underline; }
@media (max-width: 430px) {
  main { padding: 8px 12px 20px; }
  .languages { margin-bottom: 4px; }
  .body { padding: 18px 20px 18px; }
  .actions { padding: 14px 20px 12px; }
  .closing { padding: 28px 20px 24px; }
  h1 { font-size: 34px; line-height: 42px; }
  .requisites .number dd { font-size: 20px; }
  footer { padding: 0 20px 24px; }
}
@media (max-width: 390px) { .requisites .number dd { font-size: 18px; } .requisites .number { padding: 11px 16px 12px; } }
@media (min-width: 900px) {
  .notice strong { display: inline; }
  main { padding-top: 20px; }
  .languages { max-width: 960px; margin-bottom: 28px; }
  .checkout { max-width: 960px; grid-template-columns: minmax(0, 1fr) minmax(0, 456px); gap: 64px; align-items: start; }
  .summary { padding-top: 20px; }
  h1 { font-size: 44px; line-height: 54px; }
  .facts { margin-top: 24px; gap: 8px; max-width: 420px; font-size: 14px; line-height: 20px; border-top: 1px solid var(--line); padding-top: 18px; }
  footer p { max-width: 640px; text-align: center; }
}
`;
