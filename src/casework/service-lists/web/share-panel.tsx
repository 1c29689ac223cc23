import { Button, TextInput } from '@mantine/core'
import { IconFileTypePdf, IconLink, IconMail, IconMessage2, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotOffered } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { configuration } from '#platform/web/configuration.ts'
import { notify } from '#platform/web/notify.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { ListMessage, ServiceList } from '../service-list.ts'
import { createLink, savedList } from './list-calls.ts'
import { SendDialog } from './send-dialog.tsx'
import classes from './service-lists.module.css'

/** The ways to share a list: text, e-mail, link, paper. */
export function SharePanel({ list, onPrint }: { list: ServiceList; onPrint: (saved: ServiceList) => void }) {
  const { t } = useTranslation(['service-lists', 'platform'])
  const [channel, setChannel] = useState<ListMessage['channel'] | null>(null)
  /** What was typed last is saved, and on the page that is printed. */
  const print = useMutation({
    mutationFn: () => savedList(list.id),
    onSuccess: onPrint,
    onError: () => notify(t('entry.noteFailed'), 'bad'),
  })
  const pdf = `/api/serviceList/${list.id}/pdf`
  const openPdf = useMutation({
    mutationFn: () => savedList(list.id),
    onSuccess: (_, tab: Window | null) => (tab ? tab.location.replace(pdf) : location.assign(pdf)),
    onError: (_, tab) => {
      tab?.close()
      notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  const refused = list.person?.notOffered ?? []
  const isOffered = (way: ListMessage['channel']) => refused.every((one) => one.way !== way)
  const button = { variant: 'default', fullWidth: true, justify: 'flex-start', size: 'md' } as const
  return (
    <Card labelledBy="share" className={classes.card ?? ''}>
      <h2 id="share">{t('share.title')}</h2>
      <div className={classes.ways}>
        {configuration().sendsTexts && isOffered('sms') && (
          <Button
            {...button}
            variant="filled"
            leftSection={<IconMessage2 size={20} aria-hidden />}
            onClick={() => setChannel('sms')}
          >
            {t('share.sms')}
          </Button>
        )}
        {isOffered('email') && (
          <Button {...button} leftSection={<IconMail size={20} aria-hidden />} onClick={() => setChannel('email')}>
            {t('share.email')}
          </Button>
        )}
        <NotOffered offer={{ refused }} />
        <CopyLink list={list} />
        <Button
          {...button}
          leftSection={<IconPrinter size={20} aria-hidden />}
          loading={print.isPending}
          onClick={() => print.mutate()}
        >
          {t('share.print')}
        </Button>
        <Button
          {...button}
          component="a"
          href={pdf}
          target="_blank"
          rel="noopener"
          onClick={(event) => {
            event.preventDefault()
            // Now: browsers block a tab that is opened later.
            const tab = window.open('about:blank', '_blank')
            if (tab) tab.opener = null
            openPdf.mutate(tab)
          }}
          leftSection={<IconFileTypePdf size={20} aria-hidden />}
        >
          {t('share.pdf')}
        </Button>
      </div>
      <p className={classes.quiet}>{t('share.hint')}</p>
      {channel && <SendDialog list={list} channel={channel} onClose={() => setChannel(null)} />}
    </Card>
  )
}

/** A new link, told once: the portal stores only its hash. */
function CopyLink({ list }: { list: ServiceList }) {
  const { t } = useTranslation('service-lists')
  const create = useMutation({
    mutationFn: async () => {
      await savedList(list.id).catch((error: unknown) => {
        notify(t('entry.noteFailed'), 'bad')
        throw error
      })
      const link = await createLink(list.id)
      const isCopied = await navigator.clipboard.writeText(link.url).then(
        () => true,
        () => false,
      )
      if (isCopied) notify(t('share.copied'))
      return link
    },
  })
  return (
    <>
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        size="md"
        leftSection={<IconLink size={20} aria-hidden />}
        loading={create.isPending}
        onClick={() => create.mutate()}
      >
        {t('share.copy')}
      </Button>
      {create.data && (
        <TextInput
          label={t('share.link')}
          description={t('share.linkHint', { day: dayText(create.data.expiresOn) })}
          value={create.data.url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  )
}
