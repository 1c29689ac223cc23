import type { WebFeature } from '#platform/web/feature.ts'
import { measuresScreens } from './measures-screens.ts'

export const ticketMeasuresWeb: WebFeature = { name: 'ticket-measures', inside: measuresScreens }
