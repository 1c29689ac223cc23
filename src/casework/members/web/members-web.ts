import type { WebFeature } from '#platform/web/feature.ts'
import { memberScreen } from './members-screens.ts'

export const membersWeb: WebFeature = { name: 'members', visitorWithComponents: [memberScreen] }
