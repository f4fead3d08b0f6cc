/** Looks like the product: its colors, letters and roundings (`src/app/ui/theme/base.css`). */
export const PAGE_STYLE = `
:root {
  --accent: #0d7a6f; --accent-strong: #0b665d; --accent-soft: #e6f1ef; --ink: #1b1d1f; --ink-soft: #5c6166;
  --ink-faint: #686d72; --line: #e3e4e2; --line-strong: #d5d7d4; --surface: #fff; --ground: #f6f6f4; --danger: #c4362b;
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink); -webkit-font-smoothing: antialiased;
  font: 400 14px/1.5 'Inter Variable', Inter, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', system-ui, sans-serif;
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1, h2, p, ul { margin: 0; padding: 0; }
h1 { font-size: 18px; font-weight: 600; }
h2 { font-size: 15px; font-weight: 600; margin-bottom: 10px; }
a { color: var(--accent); }
header { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 14px 32px; border-bottom: 1px solid var(--line); background: var(--surface); }
header svg { width: 28px; height: 28px; }
header nav { display: flex; flex-wrap: wrap; gap: 12px; margin-inline-start: auto; }
header nav a { color: var(--ink-soft); text-decoration: none; }
header nav a[aria-current] { color: var(--ink); font-weight: 600; }
main { display: grid; gap: 16px; width: min(960px, 100%); margin: 0 auto; padding: 24px 16px 48px; }
section { padding: 18px 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
section > p, .hint { color: var(--ink-soft); }
.hint { font-size: 13px; }
.notice { padding: 10px 14px; border-radius: 8px; background: var(--accent-soft); color: var(--ink); }
.notice[data-kind='failed'] { background: #fbeae8; }
.code { font-size: 32px; font-weight: 600; letter-spacing: .18em; font-variant-numeric: tabular-nums; }
ul { list-style: none; }
li { display: flex; flex-wrap: wrap; gap: 6px 14px; align-items: center; padding: 9px 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; }
li > .grow { flex: 1 1 220px; min-width: 0; overflow-wrap: anywhere; }
li small { display: block; color: var(--ink-soft); font-size: 13px; }
li li { padding-inline-start: 16px; }
li > ul { flex-basis: 100%; }
form { display: inline-flex; gap: 8px; align-items: center; margin: 0; }
form.wide { display: flex; flex-wrap: wrap; margin-top: 12px; }
form.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr)); gap: 12px 16px; align-items: start; margin-top: 14px; }
form.fields > button { align-self: end; justify-self: start; }
.field { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
.field label { color: var(--ink-soft); font-size: 13px; }
.field .fault { color: var(--danger); font-size: 13px; overflow-wrap: anywhere; }
.field [aria-invalid] { border-color: var(--danger); }
.field input[type=text], .field select { flex: none; width: 100%; min-width: 0; }
.state { margin-top: 4px; }
button, select, input[type=text] { font: inherit; min-height: 34px; padding: 4px 14px; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--surface); color: var(--ink); }
input[type=text] { flex: 1 1 240px; padding: 4px 10px; }
button { cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }
button.main { border-color: var(--accent); background: var(--accent); color: #fff; }
button.main:hover { background: var(--accent-strong); }
button.danger { color: var(--danger); }
button.danger:hover { border-color: var(--danger); }
.dot { display: inline-block; width: 9px; height: 9px; margin-inline-end: 8px; border-radius: 50%; background: #2e7d4f; }
.dot[data-state='off'] { background: var(--line-strong); }
.dot[data-state='processing'] { background: #b97812; }
.dot[data-state='stopped'], .dot[data-state='unreachable'] { background: var(--danger); }
pre { max-height: 280px; margin: 0; overflow: auto; padding: 12px; border-radius: 8px; background: #22282a; color: #e8ecec; font: 12px/1.6 ui-monospace, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/**
 * Polls the changing parts every two seconds and replaces them. A part with the focus, or with the pointer on one of
 * its buttons or links, waits until that ends. Without the script the page shows the state at its opening, and its
 * buttons still work.
 */
export const PAGE_SCRIPT = `
async function refresh() {
  try {
    const answer = await fetch('parts' + location.search, { cache: 'no-store' });
    if (!answer.ok) return;
    for (const [id, { html, version }] of Object.entries(await answer.json())) {
      const part = document.getElementById(id);
      if (part === null || part.dataset.version === version || isInUse(part)) continue;
      const log = part.querySelector('pre');
      const atEnd = log === null || log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
      part.innerHTML = html;
      part.dataset.version = version;
      const now = part.querySelector('pre');
      if (atEnd && now !== null) now.scrollTop = now.scrollHeight;
    }
  } catch {
    // The assistant is restarting: the next request may succeed.
  } finally {
    setTimeout(refresh, 2000);
  }
}
function isInUse(part) {
  return part.contains(document.activeElement) || part.querySelector('button:hover, a:hover') !== null;
}
for (const log of document.querySelectorAll('pre')) log.scrollTop = log.scrollHeight;
setTimeout(refresh, 1000);
`;
