import type { ComponentType, ReactNode } from 'react'
import type { SessionUser } from '#platform/web/session-user.ts'
import { type Language, loadTexts } from '#platform/web/texts.ts'

export interface ConfirmProps {
  onConfirmed: () => Promise<void> | void
  /** Only the second factor of a sign-in is missing. */
  isHalfOpen: boolean
  /** On a page of its own, the path to return to; undefined over a screen, which must not be left. */
  returnUrl?: string | null | undefined
}

/** A way to confirm one's identity by entering something, such as a code. The screen shows one at a time. */
export interface ConfirmWay {
  /** unique among all methods; it stays the same when the ways are read again */
  kind: string
  Icon: ComponentType<{ size: number; 'aria-hidden': boolean }>
  /** The button that selects it, in the reader's language. */
  label: () => string
  render: (onConfirmed: () => Promise<void>) => ReactNode
}
/** A method's ways for the signed-in account, most convenient first. */
export interface ConfirmWays {
  ways: ConfirmWay[]
  /** Why a way that the account has is missing, in the reader's language. */
  missing?: () => string
}

export interface SectionProps {
  user: SessionUser
  /** The account must have a second factor. */
  isRequired: boolean
}

export interface SignInAgainProps {
  /** The account whose session has ended. */
  user: SessionUser
  onSignedIn: () => Promise<void>
}

/** What screens show of a sign-in method besides the password. */
export interface SignInMethodParts {
  /** Its section of the security page. */
  Section: ComponentType<SectionProps>
  /** Below all sections: who must use it. */
  Rule?: ComponentType<{ user: SessionUser }>
  /** Loads what the section of an account that must have a second factor needs; if it fails, the page does not open. */
  loadRequired?: () => Promise<unknown>
  /** Whether the section continues what the person started before a second factor was asked for. */
  isResuming?: () => boolean
  /** A button to sign in again over a screen after the session's end; renders nothing where it cannot. */
  SignInAgain?: ComponentType<SignInAgainProps>
  /** A button to confirm one's identity with it; renders nothing where it cannot. */
  Confirm?: ComponentType<ConfirmProps>
  findWays?: (isHalfOpen: boolean) => Promise<ConfirmWays>
}

/** A sign-in method at another site, which the sign-in page opens instead of the form. */
export interface SignInRedirect {
  isOffered: () => boolean
  load: () => Promise<{ parts: SignInRedirectParts }>
  /** The other site's sign-out URL, if the session began there; asked once, after the sign-out here. */
  findSignOut: () => Promise<string | null>
}
export interface SignInRedirectParts {
  /** Replaces the form, with a link to it: `?with=password`. */
  Page: ComponentType
  /** A link below the form. */
  Start: ComponentType
}

/** A button below the form of the front page; part of its script, so no larger than this. */
export interface SignInButton {
  /** The name of its feature. */
  name: string
  label: Record<Language, string>
  isOffered: () => boolean
  /** The action, loaded on click. Leaves the page on success, and shows the reason on failure. */
  load: () => Promise<{ signIn: () => Promise<void> }>
}

/** A sign-in method in the browser, as `src/features.web.ts` lists it. */
export interface SignInMethod {
  /** The name of its feature, and of its texts. */
  name: string
  load: () => Promise<{ parts: SignInMethodParts }>
  redirect?: SignInRedirect
}

/** The parts of all methods, with their texts. */
export const loadMethods = (methods: SignInMethod[]) =>
  Promise.all(
    methods.map(async ({ name, load }) => ({ name, ...(await Promise.all([load(), loadTexts(name)]))[0].parts })),
  )
export type LoadedMethod = Awaited<ReturnType<typeof loadMethods>>[number]

/** The methods at another site that are offered. */
export const listRedirects = (methods: SignInMethod[]) =>
  methods.flatMap(({ name, redirect }) => (redirect?.isOffered() ? [{ name, ...redirect }] : []))

/** Their parts of the sign-in page, with their texts. */
export const loadRedirects = (methods: SignInMethod[]) =>
  Promise.all(
    listRedirects(methods).map(async ({ name, load }) => ({
      name,
      ...(await Promise.all([load(), loadTexts(name)]))[0].parts,
    })),
  )
export type LoadedRedirect = Awaited<ReturnType<typeof loadRedirects>>[number]
