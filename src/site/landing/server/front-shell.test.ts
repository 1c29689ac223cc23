import { expect, it } from 'vitest'
import { writeFrontShell } from './front-shell.ts'

const english = 'connects community organizations so that a person who asks for help is sent to someone who can give it'

it('LAND-01 writes the name, slogan and blurb in both languages before the scripts have come', () => {
  const { description, html } = writeFrontShell('Lantern')
  expect(description).toBe(`Lantern ${english}, and everyone knows how it ended.`)
  expect(html).toBe(
    '<div class="shell"><b><img src="/favicon.svg" alt="" width="34" height="34">Lantern</b>' +
      `<div lang="en"><h1>No one falls between two doors.</h1><p>Lantern ${english}, and everyone knows how it ended.</p></div>` +
      '<div lang="es"><h1>Que nadie se pierda entre dos puertas.</h1><p>Lantern conecta a las organizaciones comunitarias' +
      ' para que quien pide ayuda llegue a quien puede darla, y para que todos sepan cómo terminó.</p></div></div>',
  )
})

it('LAND-01 takes every sign of the name as itself, in HTML and as what a replacement would stand for', () => {
  const { description, html } = writeFrontShell(`<A"B'>$&`)
  const written = '&#60;A&#34;B&#39;&#62;&#36;&#38;'
  expect(description.startsWith(`${written} connects`)).toBe(true)
  expect(html.split(written)).toHaveLength(4)
  expect(html).not.toContain('$')
})
