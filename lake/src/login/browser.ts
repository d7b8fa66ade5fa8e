const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What a User-Agent header says, in a few words of ours: `Chrome on Linux`. */
export function browserNamed(userAgent = ''): string {
  const named = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser = 'A browser', system] = [named(BROWSERS), named(SYSTEMS)]
  return system ? `${browser} on ${system}` : browser
}
