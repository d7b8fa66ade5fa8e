// The business home is the landing page under a second address; its canonical one is /.
export { default, handle, loader, meta } from './_index.tsx'
