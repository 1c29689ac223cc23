import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'

/** Says why a decision on an import was refused, and reads it again. */
export function useRefusal() {
  const { t } = useTranslation(['imports', 'platform'])
  const client = useQueryClient()
  return (error: unknown) => {
    const { code = '' } = error instanceof ApiError ? error : {}
    if (code === 'import-running') notify(t('new.running'), 'bad')
    else if (code === 'illegal-transition') notify(t('run.meanwhile'), 'bad')
    else notify(t('platform:notice.wentWrong'), 'bad')
    return client.invalidateQueries({ queryKey: ['import'] })
  }
}
