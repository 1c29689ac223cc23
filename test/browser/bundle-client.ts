import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The whole client in one file, which screen tests run again for each page that they open. */
    client: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Screen tests have no styles. Each class name maps to itself. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0styles' : undefined),
  load: (id) => (id === '\0styles' ? 'export default new Proxy({}, { get: (_, name) => name })' : undefined),
}

/** Notes each file of texts when it is read, so that a test can compare it with what a screen declares. */
const withNotedTexts: Plugin = {
  name: 'with-noted-texts',
  enforce: 'post',
  transform(code, id) {
    const area = /([^/]+)\/texts\/(?:en|es)\.json$/.exec(id)?.[1]
    return area ? { code: `${code}\nglobalThis.__readTexts?.push(${JSON.stringify(area)})`, map: null } : undefined
  },
}

/** One file, so that a page opens without loading hundreds of modules. Libraries are external and loaded once. */
async function bundle(plugins: Plugin[], development: boolean) {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    mode: 'test',
    oxc: { jsx: { runtime: 'automatic', development } },
    plugins: [withoutStyles, withNotedTexts, ...plugins],
    resolve: {
      alias: [
        {
          find: /^altcha\/workers\/pbkdf2\?worker$/,
          replacement: fileURLToPath(new URL('captcha-worker.ts', import.meta.url)),
        },
        {
          find: /^maplibre-gl(\/dist\/maplibre-gl-worker\.mjs\?worker&url)?$/,
          replacement: fileURLToPath(new URL('map-library.ts', import.meta.url)),
        },
      ],
    },
    // Each page initializes its texts again, as in a browser.
    ssr: { noExternal: ['i18next', 'react-i18next'] },
    build: {
      ssr: 'src/web.tsx',
      write: false,
      minify: false,
      sourcemap: 'inline',
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false } },
    },
  })
  const [chunk] = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The client was not bundled.')
  return chunk.code
}

/** @param plugins may transform the code */
export async function provideClient(project: TestProject, plugins: Plugin[]) {
  // It must fit the build of React that the project loads (vitest.config.ts).
  const development = project.config.env?.NODE_ENV !== 'production'
  const cache = `${root}.cache`
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(`${cache}/client-`)
  writeFileSync(`${folder}/client.cjs`, await bundle(plugins, development))
  project.provide('client', `${folder}/client.cjs`)
  return () => rmSync(folder, { recursive: true, force: true })
}

export const setup = (project: TestProject) => provideClient(project, [])
