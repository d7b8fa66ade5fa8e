/** The Studio's own Vite: Remix holds the site's at a former one, which takes four times as long here. */
export { build, createServer } from 'vite'
