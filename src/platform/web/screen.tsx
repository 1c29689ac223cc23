import i18next from 'i18next'
import type { ComponentType } from 'react'
import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, replace } from 'react-router'
import { notify } from './notify.ts'
import { loadTexts } from './texts.ts'

/** What a screen's module gives: the component, and what must be loaded before it opens. */
export interface ScreenModule {
  Screen: ComponentType
  loader?: LoaderFunction
}
export interface ScreenHandle {
  /** Key of the document title, `area:key`. */
  title: string
}
export interface ScreenOptions {
  /** Areas of texts that the screen speaks with; the first one is its own. */
  texts: string[]
  title: string
  load: () => Promise<ScreenModule>
}

let opened: string | null = null

/**
 * A failed load cancels the navigation: the person stays where they were and is told. On a direct hit there is nowhere
 * to stay, and the error screen offers a way on. What a loader throws as a Response (a redirect) passes.
 */
const cancelling =
  (loader: LoaderFunction): LoaderFunction =>
  async (args: LoaderFunctionArgs, context) => {
    try {
      return await loader(args, context)
    } catch (error) {
      if (error instanceof Response || args.request.signal.aborted || opened === null) throw error
      const asked = new URL(args.request.url)
      if (asked.pathname + asked.search === opened) throw error
      notify(i18next.t('platform:notice.wentWrong'), 'bad')
      throw replace(opened)
    }
  }

/** Remembers where the person is, after each navigation that succeeded. */
export const rememberOpened = (address: string) => {
  opened = address
}

/** A route whose code, texts and data load when it is opened. */
export const screen = (path: string | undefined, options: ScreenOptions): RouteObject => ({
  ...(path === undefined ? { index: true } : { path }),
  handle: { title: options.title } satisfies ScreenHandle,
  lazy: async () => {
    const [module] = await Promise.all([options.load(), loadTexts('platform', ...options.texts)])
    return { Component: module.Screen, ...(module.loader ? { loader: cancelling(module.loader) } : {}) }
  },
})
