// Before anything is painted: the reader's language and appearance. As readLanguage, color-scheme.ts and contrast.ts do.
{
  const root = document.documentElement
  const kept = (key) => localStorage.getItem(key)
  const asks = (query) => matchMedia(query).matches
  const isSpanish = !navigator.language.startsWith('en') && navigator.languages.slice(0, 2).some((l) => l.startsWith('es'))
  root.lang = ['en', 'es'].includes(kept('language')) ? kept('language') : isSpanish ? 'es' : 'en'
  const scheme = kept('mantine-color-scheme-value')
  const system = asks('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  root.dataset.mantineColorScheme = scheme === 'light' || scheme === 'dark' ? scheme : system
  const contrast = kept('contrast')
  const wanted = asks('(prefers-contrast: more)') || asks('(forced-colors: active)') ? 'more' : 'standard'
  root.dataset.contrast = contrast === 'more' || contrast === 'standard' ? contrast : wanted
}
// The browser's offer to install the portal, which comes before the screen that shows it.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  globalThis.installPrompt = event
})
