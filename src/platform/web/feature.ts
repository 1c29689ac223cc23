import type { RouteObject } from 'react-router'
import type { NavigationItem } from './app-frame.tsx'

/** The group of a screen decides who may open it and which frame it has. */
export interface ScreenGroups {
  /** Only for visitors who are not signed in; others are redirected to the home screen. */
  visitor?: RouteObject[]
  /** The same, with the component library. */
  visitorWithComponents?: RouteObject[]
  /** For everyone, signed in or not. */
  open?: RouteObject[]
  /** The same, with the component library. */
  openWithComponents?: RouteObject[]
  /** Signed in, without the main navigation: a step that must be completed first. */
  interrupting?: RouteObject[]
  /** Signed in, with the main navigation. */
  inside?: RouteObject[]
  /** Signed in, without a frame: redirects. */
  bare?: RouteObject[]
}

/**
 * What a feature registers in the browser. `src/features.web.ts` lists all features; nothing is registered elsewhere.
 */
export interface WebFeature extends ScreenGroups {
  /** The name of its folder. */
  name: string
  /** Its entries in the main navigation; they load with the frame of the signed-in screens. */
  loadNavigation?: () => Promise<PlacedItem[]>
  /** Its pages of the account area, with paths below `/myAccount`. */
  accountPages?: RouteObject[]
}

/** An entry of the main navigation; entries are sorted by `place`, smallest first. */
export interface PlacedItem extends NavigationItem {
  place: number
}
