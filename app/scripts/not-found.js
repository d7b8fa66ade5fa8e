console.log(`Page not found: ${document.currentScript?.dataset.path}`)
