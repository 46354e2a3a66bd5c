import { Download } from 'lucide-react';
import type { RefObject } from 'react';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { late } from '../ui/late.ts';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { fileName, saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toasts.ts';
import type { Rows } from './table.ts';

const take = late(() => import('./take.ts'));

export interface Taking {
  /** What it is of: a name of the file and the heading of the picture. */
  title: string;
  /** Which part of it, as the time or the lane: behind the title. */
  facts?: string;
  /** The part of the page that holds the table and the picture. */
  of: RefObject<HTMLElement | null>;
  /** What is shown, head and rows, where it is no table of the page. */
  rows?: () => Rows | Promise<Rows>;
  /** There is nothing drawn. */
  textOnly?: boolean;
  /** There is no table, nor what would make one. */
  pictureOnly?: boolean;
  legend?: () => readonly { name: string; colour: string; dash?: readonly number[]; isFaint?: boolean }[];
  /** What else is offered. */
  more?: readonly { id: string; text: string; run: () => void }[];
}

/** What is shown as a table or as a picture, to be taken away; what makes it comes when somebody asks for it. */
export function TakeMenu({ title, facts = '', of, rows, textOnly, pictureOnly, legend, more }: Taking) {
  const t = useT();
  const locale = useLocale();
  const save = async (kind: 'csv' | 'xlsx' | 'png') => {
    const figure = of.current;
    try {
      const { pictureOf, rowsCsv, rowsOf, workbookOf } = await take.load();
      const name = `${[title, facts].filter(Boolean).map(fileName).join('_')}.${kind}`;
      if (kind === 'png') {
        if (figure) saveFile(name, await pictureOf({ figure, heading: title, facts, legend: legend?.() ?? [] }));
        return;
      }
      const table = figure?.querySelector('table');
      const shown = rows ? await rows() : table ? rowsOf(table, locale) : [];
      if (kind === 'csv') saveFile(name, rowsCsv(shown, locale), 'text/csv;charset=utf-8');
      else saveFile(name, await workbookOf(shown, title));
    } catch (error) {
      toast({ kind: 'alarm', text: t('ui:take.failed') });
      throw error;
    }
  };
  return (
    <Menu
      placement="bottom end"
      label={t('ui:take.label')}
      trigger={<IconButton size="sm" icon={Download} label={t('ui:take.label')} onHoverStart={take.preload} />}
    >
      {pictureOnly ? null : (
        <>
          <MenuItem id="csv" onAction={() => void save('csv')}>
            {t('ui:take.csv')}
          </MenuItem>
          <MenuItem id="xlsx" onAction={() => void save('xlsx')}>
            {t('ui:take.xlsx')}
          </MenuItem>
        </>
      )}
      {textOnly ? null : (
        <MenuItem id="png" onAction={() => void save('png')}>
          {t('ui:take.png')}
        </MenuItem>
      )}
      {more?.map(({ id, text, run }) => (
        <MenuItem key={id} id={id} onAction={run}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  );
}
