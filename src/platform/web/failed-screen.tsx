import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MessagePage } from '#ui/message-page.tsx'

/** Shown where a screen could not be opened or broke: what is kept, and a way on. */
export function FailedScreen() {
  const { t } = useTranslation()
  return (
    <MessagePage title={t('failed.title')} text={t('failed.text')}>
      <Button onClick={() => location.reload()}>{t('failed.retry')}</Button>
      <Button component="a" href="/home/redirect" variant="default">
        {t('failed.home')}
      </Button>
    </MessagePage>
  )
}
