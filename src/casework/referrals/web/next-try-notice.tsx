import { Alert, Button, Group } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { notify } from '#platform/web/notify.ts'
import type { Referral } from '../referral-call.ts'
import { alsoForWords } from './also-for-words.ts'
import { useSettle } from './referral-calls.ts'
import classes from './referral-page.module.css'

const ended: Partial<Record<Referral['status'], string>> = { Declined: 'declined', Expired: 'expired' }

/** For the sender of a referral that ended without help: the need is still open, and help must be found elsewhere. */
export function NextTryNotice({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  const { mutate, isPending } = useSettle(referral.id)
  if (!referral.needsNextTry) return null
  const { contactId, requestId, need } = referral
  return (
    <Alert
      icon={<IconRoute aria-hidden />}
      title={t(`nextTry.${ended[referral.status] ?? 'closed'}`, {
        organization: shownName(referral.referredToOrganization.name),
      })}
      mb="md"
    >
      <p className={classes.nextTry}>{t('nextTry.text')}</p>
      <Group mt="sm">
        {contactId && (
          <Button
            component={Link}
            to={`/referrals/new?${new URLSearchParams({ contactId, requestId, need })}${alsoForWords(referral)}`}
          >
            {t('nextTry.again')}
          </Button>
        )}
        <Button
          variant="default"
          loading={isPending}
          onClick={() => mutate(undefined, { onSuccess: () => notify(t('nextTry.settled')) })}
        >
          {t('nextTry.settle')}
        </Button>
      </Group>
    </Alert>
  )
}
