/**
 * A page that shows who develops why there is no other. It goes when the file is fixed: the script in
 * it reloads it then.
 *
 * @param {unknown} error with what Vite and its plugins say of a mistake in a file
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
