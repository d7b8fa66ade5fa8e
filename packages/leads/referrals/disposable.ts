let domains: Promise<ReadonlySet<string>> | undefined

/** Returns whether an address belongs to a service for disposable addresses. Loads their list when first needed. */
export async function isDisposable(address: string): Promise<boolean> {
  // The package is CommonJS: bundled, only `default` has its functions.
  domains ??= import('disposable-email-domains-js').then(({ default: list }) =>
    list.disposableEmailBlocklistSet(),
  )
  const listed = await domains
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.')
  return labels.some((_, at) => listed.has(labels.slice(at).join('.')))
}
