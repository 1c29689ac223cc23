import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MessagePage } from '#ui/message-page.tsx'

export function Screen() {
  const { t } = useTranslation()
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')}>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
    </MessagePage>
  )
}
