// In pages that ship no script, while they are developed: Vite's own changes styles and shows errors;
// for anything else that has changed the page is loaded anew. Hydrated pages are changed in place.
import.meta.hot?.on('site:changed', () => location.reload())
