// Pages of documentation: they work without scripts, and fetch nothing from elsewhere.
type Page = Readonly<{ title: string /** HTML, as is `main`. */; intro: string; main: string }>;

export const htmlPage = ({ title, intro, main }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
${intro}
</header>
<main>
${main}
</main>
</body>
</html>
`;

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
nav a { margin-right: 1rem; }
details { border-top: 1px solid var(--line); padding: .25rem 0; }
details[open] { background: var(--soft); padding: .25rem .75rem .75rem; }
summary { cursor: pointer; }
summary span { opacity: .75; }
summary b { display: inline-block; font: 600 .8rem/1.8 ui-monospace, monospace; min-width: 4.2rem; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.GET { color: #0a7; } .POST { color: #06c; } .PUT, .PATCH { color: #a60; } .DELETE { color: #c33; } .HEAD { color: #777; }
.deprecated summary code { text-decoration: line-through; }
dt { font-weight: 600; margin-top: .6rem; } :target { background: var(--soft); }
table { border-collapse: collapse; } td { padding: .1rem .8rem .1rem 0; vertical-align: top; }
`;
