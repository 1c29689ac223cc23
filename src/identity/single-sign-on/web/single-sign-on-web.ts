import type { WebFeature } from '#platform/web/feature.ts'
import { signOnScreens } from './sign-on-screens.ts'

export const singleSignOnWeb: WebFeature = { name: 'single-sign-on', openWithComponents: signOnScreens }
