// The landing page under a second address. Its canonical address is /.
export { default, handle, loader, meta } from './_index.tsx'
