const KEY = 'contrast'
export type Contrast = 'standard' | 'more'

const system = () =>
  matchMedia('(prefers-contrast: more)').matches || matchMedia('(forced-colors: active)').matches ? 'more' : 'standard'

/** The selected contrast, otherwise the system's setting. */
export const readContrast = (): Contrast => {
  const kept = localStorage.getItem(KEY)
  return kept === 'more' || kept === 'standard' ? kept : system()
}

export function applyContrast(contrast: Contrast, keep = false) {
  document.documentElement.dataset.contrast = contrast
  if (keep) localStorage.setItem(KEY, contrast)
}
