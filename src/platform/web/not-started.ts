import { logFailure } from './error-reporting.ts'

const words = {
  title: { en: 'The portal could not be opened.', es: 'No se pudo abrir el portal.' },
  text: {
    en: 'Please check your connection and reload the page. If you need help now, call 211.',
    es: 'Revise su conexión y vuelva a cargar la página. Si necesita ayuda ahora, llame al 211.',
  },
  reload: { en: 'Reload', es: 'Recargar' },
} as const

/** An element with its words in both languages. */
function inBoth(tag: 'h1' | 'p' | 'button', what: keyof typeof words) {
  const element = document.createElement(tag)
  for (const language of ['en', 'es'] as const) {
    const span = document.createElement('span')
    span.lang = language
    span.textContent = words[what][language]
    if (tag === 'button' && element.hasChildNodes()) element.append(' / ')
    element.append(span)
  }
  return element
}

/** Without the configuration or the texts, no screen can be rendered: says so with plain elements. */
export function showNotStarted(error: unknown) {
  logFailure(error)
  const button = inBoth('button', 'reload')
  button.addEventListener('click', () => location.reload())
  const main = document.createElement('main')
  main.className = 'shell not-started'
  main.append(inBoth('h1', 'title'), inBoth('p', 'text'), button)
  document.getElementById('root')?.replaceChildren(main)
}
