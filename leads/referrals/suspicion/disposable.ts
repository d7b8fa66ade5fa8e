let domains: Promise<ReadonlySet<string>> | undefined

/** Resolves to the domains of services for disposable addresses. Loads the list when it is first needed. */
async function disposableDomains(): Promise<ReadonlySet<string>> {
  // The package is CommonJS: bundled, only `default` has its functions.
  domains ??= import('disposable-email-domains-js').then(({ default: list }) =>
    list.disposableEmailBlocklistSet(),
  )
  return domains
}

/** Resolves to a function that returns whether a domain, or a domain above it, is in the list. */
export async function disposableCheck(): Promise<(domain: string) => boolean> {
  const listed = await disposableDomains()
  return (domain) => {
    const labels = domain.split('.')
    return labels.some((_, at) => listed.has(labels.slice(at).join('.')))
  }
}
