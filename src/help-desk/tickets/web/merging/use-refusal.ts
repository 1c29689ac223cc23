import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'

/**
 * Shows why a call was refused, with a specific text if the ticket was merged meanwhile; the caller keeps the input.
 */
export function useRefusal() {
  const { t } = useTranslation(['tickets', 'platform'])
  return (error: unknown): never => {
    const isMerged = error instanceof ApiError && error.code === 'ticket-merged'
    notify(t(isMerged ? 'merged.refused' : 'platform:notice.wentWrong'), 'bad')
    throw error
  }
}
