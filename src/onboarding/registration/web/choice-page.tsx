import { Button, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBuildingCommunity, IconHeartHandshake, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CallInText } from '#platform/web/call-in-text.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from './choice-page.module.css'
import { useSource } from './use-source.ts'

/** /registration/choice: who is registering. */
export function Screen() {
  const { t } = useTranslation('registration')
  const { keep } = useSource()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <main id="content" className={classes.page}>
      <h1 tabIndex={-1}>{t('choice.title')}</h1>
      <div className={classes.cards}>
        <UnstyledButton className={classes.card} onClick={open} aria-haspopup="dialog">
          <IconHeartHandshake aria-hidden="true" size={36} />
          <span className={classes.name}>{t('choice.communityMember')}</span>
          <span className={classes.text}>{t('choice.communityMemberText')}</span>
        </UnstyledButton>
        <Link className={classes.card ?? ''} to={`/registration/organization${keep}`}>
          <IconBuildingCommunity aria-hidden="true" size={36} />
          <span className={classes.name}>{t('choice.organizationAdmin')}</span>
          <span className={classes.text}>{t('choice.organizationAdminText')}</span>
        </Link>
      </div>
      {isOpen && (
        <Dialog
          opened
          onClose={close}
          size="calc(500px)"
          title={<CallInText text={t('choice.call')} />}
          closeButtonProps={{ 'aria-label': t('choice.ok') }}
        >
          <p className={classes.call}>
            <IconPhone aria-hidden="true" /> {t('choice.callText')}
          </p>
          <Button onClick={close} data-autofocus fullWidth>
            {t('choice.ok')}
          </Button>
        </Dialog>
      )}
    </main>
  )
}
