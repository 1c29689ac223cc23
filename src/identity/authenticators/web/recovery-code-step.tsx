import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconDownload, IconEye, IconPrinter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { configuration } from '#platform/web/configuration.ts'
import { notify } from '#platform/web/notify.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { knownUser } from '#platform/web/session-user.ts'
import { copyText } from './copy-text.ts'
import classes from './recovery-code-step.module.css'

const saveText = (name: string, text: string) => saveFile(new Blob([text], { type: 'text/plain' }), `${name}.txt`)

interface RecoveryCodeStepProps {
  codes: string[]
  onFinish: () => void
  /** If the person asked for the list, all codes are shown immediately. */
  showsAll?: boolean
}

/**
 * The recovery codes, which can be shown only once: the first one, and all of them on request. After an enrollment,
 * Finish closes immediately (SEC-07). For codes that the person asked for, it asks first whether they were kept.
 */
export function RecoveryCodeStep({ codes, onFinish, showsAll = false }: RecoveryCodeStepProps) {
  const { t } = useTranslation('authenticators')
  const [isWhole, setWhole] = useState(showsAll)
  const [isKept, setKept] = useState(!showsAll)
  const [isAsking, setAsking] = useState(false)
  const title = t('recovery.file', { product: configuration().productName, email: knownUser()?.email ?? '' })
  const print = () => {
    flushSync(() => setWhole(true))
    window.print()
    setKept(true)
  }
  const shown = isWhole ? codes : codes.slice(0, 1)
  const copy = async () => {
    const isCopied = await copyText(shown.join('\n'))
    if (isCopied) setKept(true)
    notify(t(isCopied ? 'recovery.copied' : 'recovery.notCopied'), isCopied ? 'good' : 'bad')
  }
  return (
    <Stack gap="md">
      <Text>{t(isWhole ? 'recovery.allNow' : 'recovery.copyNow')}</Text>
      <div className={classes.paper}>
        <h3>{t(isWhole ? 'recovery.all' : 'recovery.first')}</h3>
        <ul className={classes.codes}>
          {shown.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="sm">
        {!isWhole && (
          <Button
            variant="default"
            leftSection={<IconEye aria-hidden="true" size={18} />}
            onClick={() => setWhole(true)}
          >
            {t('recovery.showAll')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconCopy aria-hidden="true" size={18} />} onClick={copy}>
          {t('recovery.copy')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter aria-hidden="true" size={18} />} onClick={print}>
          {t('recovery.print')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload aria-hidden="true" size={18} />}
          onClick={() => {
            saveText(title, `${title}\n\n${codes.join('\n')}\n`)
            setKept(true)
          }}
        >
          {t('recovery.download')}
        </Button>
      </Group>
      {isAsking ? (
        <KeptQuestion onBack={() => setAsking(false)} onFinish={onFinish} />
      ) : (
        <Group justify="flex-end">
          <Button onClick={isKept ? onFinish : () => setAsking(true)}>{t('recovery.finish')}</Button>
        </Group>
      )}
    </Stack>
  )
}

function KeptQuestion({ onBack, onFinish }: { onBack: () => void; onFinish: () => void }) {
  const { t } = useTranslation('authenticators')
  const question = useId()
  return (
    <Stack gap="sm" role="group" aria-labelledby={question}>
      <Text id={question}>{t('recovery.kept')}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack} autoFocus>
          {t('recovery.notKept')}
        </Button>
        <Button onClick={onFinish}>{t('recovery.isKept')}</Button>
      </Group>
    </Stack>
  )
}
