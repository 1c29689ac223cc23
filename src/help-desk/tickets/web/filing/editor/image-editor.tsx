import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { IconArrowBackUp, IconRestore } from '@tabler/icons-react'
import { useEffect, useId, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { LastingDialog } from '#ui/lasting-dialog.tsx'
import { flattenPicture } from './draw-picture.ts'
import classes from './image-editor.module.css'
import { type Area, coveredBy, edit, isSlip, type Mark, type Tool, tools, untouched, viewOf } from './marks.ts'
import { PictureStage } from './picture-stage.tsx'

function usePicture(file: File) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  useEffect(() => {
    let isGone = false
    let mine: ImageBitmap | undefined
    void createImageBitmap(file).then((bitmap) => {
      mine = bitmap
      if (isGone) bitmap.close()
      else setPicture(bitmap)
    })
    return () => {
      isGone = true
      mine?.close()
    }
  }, [file])
  return picture
}

/** Crops, annotates and redacts a picture; the result is re-encoded. Works with mouse, touch and keyboard. */
export function ImageEditor({
  file,
  onDone,
  onClose,
}: {
  file: File
  onDone: (file: File) => void
  onClose: () => void
}) {
  const { t } = useTranslation('tickets')
  const picture = usePicture(file)
  return (
    <LastingDialog title={t('editor.title', { fileName: file.name })} width={1000} onClose={onClose}>
      {picture && <Editing picture={picture} file={file} onDone={onDone} onClose={onClose} />}
    </LastingDialog>
  )
}

interface EditingProps {
  picture: ImageBitmap
  file: File
  onDone: (file: File) => void
  onClose: () => void
}

/** Announcements for people who do not see the picture. */
function useWords(whole: Area) {
  const { t } = useTranslation('tickets')
  const [said, setSaid] = useState('')
  return {
    said,
    say: (key: 'undone' | 'reset' | 'dropped' | 'cropping' | 'corner') => setSaid(t(`editor.said.${key}`)),
    sayApplied: (tool: Tool) => setSaid(t(`editor.applied.${tool}`)),
    sayPlace: (mark: Mark) => {
      const { x, y, width, height } = coveredBy(mark, whole)
      const ends = { fromX: mark.from.x, fromY: mark.from.y, toX: mark.to.x, toY: mark.to.y }
      setSaid(t(`editor.place.${mark.tool}`, mark.tool === 'arrow' ? ends : { x, y, width, height }))
    },
  }
}

function Editing({ picture, file, onDone, onClose }: EditingProps) {
  const { t } = useTranslation(['tickets', 'platform'])
  const id = useId()
  const [state, act] = useReducer(edit, untouched)
  const [isBusy, setBusy] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
  const words = useWords(whole)
  const { tool, open, marks } = state
  const isTouched = marks.length > 0 || open !== null

  const apply = (mark: Mark) => {
    act({ act: 'draw', mark: isSlip(mark) ? null : mark })
    if (isSlip(mark)) return words.say('dropped')
    act({ act: 'apply' })
    words.sayApplied(mark.tool)
  }
  const finish = async () => {
    setBusy(true)
    // The open mark counts too: a person who drew over a name wants it removed.
    const last = open && !isSlip(open) ? [...marks, open] : marks
    try {
      onDone(last.length ? await flattenPicture(picture, last, file) : file)
    } catch {
      notify(t('editor.failed'), 'bad')
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      <div className={classes.tools}>
        <SegmentedControl
          size="md"
          aria-label={t('editor.tool')}
          value={tool}
          onChange={(next) => act({ act: 'choose', tool: next as Tool })}
          data={tools.map((value) => ({ value, label: t(`editor.tools.${value}`) }))}
        />
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            disabled={!isTouched}
            onClick={() => {
              act({ act: 'undo' })
              words.say('undone')
              if (marks.length + (open ? 1 : 0) === 1) stage.current?.focus()
            }}
          >
            {t('editor.undo')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconRestore size={18} aria-hidden />}
            disabled={!isTouched}
            onClick={() => {
              act({ act: 'reset' })
              words.say('reset')
              stage.current?.focus()
            }}
          >
            {t('editor.reset')}
          </Button>
        </Group>
      </div>
      <PictureStage
        stage={stage}
        picture={picture}
        state={state}
        view={viewOf(marks, whole)}
        hintId={`${id}-hint`}
        onDraw={(mark, byKey) => {
          act({ act: 'draw', mark })
          if (byKey && mark) words.sayPlace(mark)
          else if (mark?.tool === 'crop') words.say('cropping')
          if (!mark) words.say('dropped')
        }}
        onCorner={() => words.say('corner')}
        onApply={apply}
      />
      <p id={`${id}-hint`} className={classes.hint}>
        {t('editor.hint')} <span className={classes.keys}>{t('editor.keys')}</span>
      </p>
      <p role="status" className={classes.said}>
        {words.said}
      </p>
      <Group justify="space-between">
        <Button
          variant="light"
          disabled={!open}
          onClick={() => {
            if (open) apply(open)
            stage.current?.focus()
          }}
        >
          {t('editor.apply')}
        </Button>
        <Group gap="sm">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('platform:form.cancel')}
          </Button>
          <Button onClick={finish} loading={isBusy}>
            {t('editor.done')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
