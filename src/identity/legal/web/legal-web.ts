import type { WebFeature } from '#platform/web/feature.ts'
import { legalScreens } from './legal-screens.ts'

export const legalWeb: WebFeature = { name: 'legal', open: [legalScreens] }
