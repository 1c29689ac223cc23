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
// Paper is white: the light text of the dark scheme could not be read on it, and its backgrounds waste ink.
addEventListener('beforeprint', () => applyColorScheme('light'))
addEventListener('afterprint', () => applyColorScheme(readColorScheme()))
