import type { Plugin } from 'vite'

/**
 * Replacements for parts of React Router that a client without server rendering and tracing never uses; each does what
 * the original does in that case. Other exports of the same module become `undefined`; nothing uses them.
 */
const standIns: Record<string, string> = {
  'dom/ssr/components.js': `
    import { createContext } from 'react'
    export const FrameworkContext = createContext(undefined)
    export const usePrefetchBehavior = () => [false, null, {}]
    export const mergeRefs = (ref) => ref
    export const PrefetchPageLinks = () => null`,
  'router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => null
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router`,
  'errors.js': `
    export const decodeRedirectErrorDigest = () => undefined
    export const decodeRouteErrorResponseDigest = () => undefined`,
}

const namesIn = (code: string) =>
  [...code.matchAll(/^export \{([^}]+)\};?$/gm)].flatMap((list) => (list[1] as string).split(',').map((n) => n.trim()))

/** Saves 5 kB gzip in the script of the front page (docs/decisions/0003-light-front-page.md). */
export function trimRouter(): Plugin {
  const left = new Set(Object.keys(standIns))
  return {
    name: 'trim-router',
    apply: 'build',
    transform(code, id) {
      const part = Object.keys(standIns).find((path) => id.endsWith(`/react-router/dist/production/lib/${path}`))
      if (!part) return null
      left.delete(part)
      const standIn = standIns[part] as string
      const others = namesIn(code).filter((name) => !standIn.includes(`const ${name} `))
      return { code: `${standIn}\n${others.map((name) => `export const ${name} = undefined`).join('\n')}`, map: null }
    },
    buildEnd(error) {
      if (!error && left.size) this.error(`React Router has no ${[...left].join(', ')} any more: adapt trim-router.ts`)
    },
  }
}
