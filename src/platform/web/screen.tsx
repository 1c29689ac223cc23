import i18next from 'i18next'
import type { ComponentType, ReactElement } from 'react'
import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, replace } from 'react-router'
import { ApiError } from './api.ts'
import { notify } from './notify.ts'
import { loadTexts } from './texts.ts'

/** The exports of a screen's module: the component, and what must be loaded before it opens. */
export interface ScreenModule {
  Screen: ComponentType
  loader?: LoaderFunction
}
/** A screen with parts from other features. */
export interface ComposedScreen {
  element: ReactElement
  loader?: LoaderFunction
}
export interface ScreenHandle {
  /** Key of the document title, `area:key`. */
  title: string
  /** whether opening it discards unsaved input */
  clearsTyped?: boolean
}
export interface ScreenOptions {
  /** The areas of the screen's texts; the first one is its own. */
  texts: string[]
  title: string
  clearsTyped?: boolean
  load: () => Promise<ScreenModule | ComposedScreen>
}

let opened: string | null = null

const addressOf = ({ url }: Request) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Whether no screen has been opened in this tab yet. */
export const isFirstScreen = () => opened === null

/** Whether a screen is opened by its URL or reloaded, so that there is no previous screen to stay on. */
export const isDirectHit = (request: Request) => opened === null || addressOf(request) === opened

const isRedirect = (error: unknown) => error instanceof Response && error.status >= 300 && error.status < 400

/** A 401 asks for a sign-in; the caller shows a 406. */
const isSaidElsewhere = (error: unknown) => error instanceof ApiError && [401, 406].includes(error.status)

/**
 * A failed load cancels the navigation: the person stays on the current screen and sees the notification. On a direct
 * hit there is no such screen, so the error screen is shown with a link to continue. Redirects pass.
 */
const cancelling =
  (loader: LoaderFunction): LoaderFunction =>
  async (args: LoaderFunctionArgs, context) => {
    try {
      return await loader(args, context)
    } catch (error) {
      if (isRedirect(error) || args.request.signal.aborted) throw error
      if (!isSaidElsewhere(error)) notify(i18next.t('platform:notice.wentWrong'), 'bad')
      if (opened === null || isDirectHit(args.request)) throw error
      throw replace(opened)
    }
  }

/** Remembers the current path, after each successful navigation. */
export const rememberOpened = (address: string) => {
  opened = address
}

/** A screen with parts from other features; they load in parallel, and its loader may use them. */
export async function composed<Parts extends object>(
  screenModule: Promise<{
    Screen: ComponentType<Parts>
    loader?: (args: LoaderFunctionArgs, parts: Parts) => unknown
  }>,
  loadedParts: Promise<Parts>,
): Promise<ComposedScreen> {
  const [{ Screen, loader }, parts] = await Promise.all([screenModule, loadedParts])
  return { element: <Screen {...parts} />, ...(loader ? { loader: (args) => loader(args, parts) } : {}) }
}

const codeOf = new Map<string, () => Promise<unknown>>()

/** Loads the code and texts of a screen that may have to open without a connection. @param path as in its `screen(…)` */
export const loadAhead = async (path: string) => {
  // Without it, the screen loads when it is opened.
  await codeOf
    .get(path)?.()
    .catch(() => undefined)
}

/** A route whose code, texts and data load when it is opened. */
export function screen(path: string | undefined, options: ScreenOptions): RouteObject {
  const load = async () => (await Promise.all([options.load(), loadTexts('platform', ...options.texts)] as const))[0]
  if (path !== undefined) codeOf.set(path, load)
  return {
    ...(path === undefined ? { index: true } : { path }),
    handle: { title: options.title, clearsTyped: options.clearsTyped ?? false } satisfies ScreenHandle,
    lazy: async () => {
      const module = await load()
      const shown = 'element' in module ? { element: module.element } : { Component: module.Screen }
      return { ...shown, ...(module.loader ? { loader: cancelling(module.loader) } : {}) }
    },
  }
}
