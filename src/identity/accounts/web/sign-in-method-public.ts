import type { ComponentType } from 'react'
import { loadTexts } from '#platform/web/texts.ts'

export interface ConfirmProps {
  onConfirmed: () => Promise<void> | void
  /** Only the second factor of a sign-in is missing. */
  isHalfOpen: boolean
  /** On a page of its own, the path to return to; undefined over a screen, which must not be left. */
  returnUrl?: string | null | undefined
}

/** What screens show of a sign-in method besides the password. */
export interface SignInMethodParts {
  /** Its section of the security page. */
  Section: ComponentType
  /** A button to confirm one's identity with it; renders nothing where it cannot. */
  Confirm: ComponentType<ConfirmProps>
}

/** A sign-in method in the browser, as `src/features.web.ts` lists it. */
export interface SignInMethod {
  /** The name of its feature, and of its texts. */
  name: string
  load: () => Promise<{ parts: SignInMethodParts }>
}

/** The parts of all methods, with their texts. */
export const loadMethods = (methods: SignInMethod[]) =>
  Promise.all(
    methods.map(async ({ name, load }) => ({ name, ...(await Promise.all([load(), loadTexts(name)]))[0].parts })),
  )
export type LoadedMethod = Awaited<ReturnType<typeof loadMethods>>[number]
