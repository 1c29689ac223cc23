/** The key and attribute are Mantine's, so that its screens and the light front page agree. */
const KEY = 'mantine-color-scheme-value'
export type ColorScheme = 'light' | 'dark' | 'auto'
const dark = matchMedia('(prefers-color-scheme: dark)')

export function readColorScheme(): ColorScheme {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

export function applyColorScheme(scheme: ColorScheme, keep = false) {
  document.documentElement.dataset.mantineColorScheme = scheme === 'auto' ? (dark.matches ? 'dark' : 'light') : scheme
  if (keep) localStorage.setItem(KEY, scheme)
}
dark.addEventListener('change', () => applyColorScheme(readColorScheme()))
