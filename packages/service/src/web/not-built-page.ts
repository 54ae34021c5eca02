/** What a browser sees when the interface was not built: the service works, and the way to the pages is one command. */
export const notBuiltPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Muster</title>
<style>:root { color-scheme: light dark } body { font: 16px/1.6 system-ui, sans-serif; margin: 4rem auto; max-width: 40rem; padding: 0 1rem }</style>
</head>
<body>
<h1>Muster is running</h1>
<p>Its web interface was not built, or could not be. <code>npm start</code> builds it, and <code>npm run build:ui</code> does
nothing else and shows why it fails. Start the service again afterwards.</p>
<p>Meanwhile the API is there: <a href="/docs">all operations</a>, <a href="/ready">whether it is ready</a>.</p>
</body>
</html>
`;
