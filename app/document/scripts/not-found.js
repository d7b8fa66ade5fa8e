console.log(`Page not found: ${location.pathname}`)
