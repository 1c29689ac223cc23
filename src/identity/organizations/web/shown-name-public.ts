import i18next from 'i18next'
import { isName } from '../organization-name.ts'

/** An organization's name on a screen, which says so in the reader's language if the organization is not named. */
export const shownName = (stored: string) => (isName(stored) ? stored : i18next.t('platform:notNamed'))
