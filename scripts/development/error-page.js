/**
 * Returns a page that shows a developer why the site can't be loaded. Its script reloads the page when the file is
 * fixed.
 *
 * @param {unknown} error may have the file and the code frame that Vite and its plugins add
 */
export function errorPage(error) {
  /** @type {Error & { frame?: string, loc?: { file?: string, line: number, column: number } }} */
  const { message, stack, frame, loc } = error instanceof Error ? error : new Error(String(error))
  const where = loc ? `${loc.file}:${loc.line}:${loc.column}` : ''
  const text = [message, where, frame, stack].filter(Boolean).join('\n\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Error</title>
<script type="module" src="/app/document/scripts/development.js"></script>
<h1>The site could not be loaded</h1>
<pre>${text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</pre>
</html>
`
}
