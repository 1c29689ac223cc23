import type { RouteObject } from 'react-router'
import type { NavigationItem } from './app-frame.tsx'

/** Where a screen stands: who may open it, and what is around it. */
export interface ScreenGroups {
  /** For who is not signed in; others are sent home from them. */
  visitor?: RouteObject[]
  /** The same, drawn with the component library. */
  visitorWithComponents?: RouteObject[]
  /** For everybody, signed in or not. */
  open?: RouteObject[]
  /** The same, drawn with the component library. */
  openWithComponents?: RouteObject[]
  /** Behind the sign-in, without the main navigation: one thing is to be done before it. */
  interrupting?: RouteObject[]
  /** Behind the sign-in, with the main navigation around them. */
  inside?: RouteObject[]
  /** Behind the sign-in, with nothing around them: routes that lead elsewhere. */
  bare?: RouteObject[]
}

/** What a feature brings to the browser. `src/features.web.ts` lists them; a feature is registered nowhere else. */
export interface WebFeature extends ScreenGroups {
  /** The name of its folder. */
  name: string
  /** Its lines of the main navigation; they load with the frame of the signed-in screens. */
  loadNavigation?: () => Promise<PlacedItem[]>
  /** Its pages of the account area, with paths below `/myAccount`. */
  accountPages?: RouteObject[]
}

/** A line of the main navigation, and where it stands: the smaller the place, the earlier. */
export interface PlacedItem extends NavigationItem {
  place: number
}
