import { Download } from 'lucide-react';
import type { RefObject } from 'react';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { late } from '../ui/late.ts';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { fileName, saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toasts.ts';

const take = late(() => import('./take.ts'));

export interface Taking {
  /** What it is of: a name of the file and the heading of the picture. */
  title: string;
  /** Which part of it, as the time or the lane: behind the title. */
  facts?: string;
  /** The part of the page that holds the table and the picture. */
  of: RefObject<HTMLElement | null>;
  /** What is shown, head and rows, where it is no table of the page. */
  rows?: () => readonly (readonly unknown[])[];
  csv?: () => Promise<string>;
  /** There is nothing drawn. */
  textOnly?: boolean;
  /** There is no table, nor what would make one. */
  pictureOnly?: boolean;
  legend?: () => readonly { name: string; colour: string; dash?: readonly number[]; isFaint?: boolean }[];
  /** What else is offered. */
  more?: readonly { id: string; text: string; run: () => void }[];
}

/** What is shown as a table or as a picture, to be taken away; what makes it comes when somebody asks for it. */
export function TakeMenu({ title, facts = '', of, rows, csv, textOnly, pictureOnly, legend, more }: Taking) {
  const t = useT();
  const locale = useLocale();
  const save = async (kind: 'csv' | 'png') => {
    const figure = of.current;
    try {
      const { pictureOf, rowsCsv, tableCsv } = await take.load();
      const name = `${[title, facts].filter(Boolean).map(fileName).join('_')}.${kind}`;
      const table = figure?.querySelector('table');
      const text = async () => (rows ? rowsCsv(rows(), locale) : csv ? csv() : table ? tableCsv(table, locale) : '');
      if (kind === 'csv') saveFile(name, await text(), 'text/csv;charset=utf-8');
      else if (figure) saveFile(name, await pictureOf({ figure, heading: title, facts, legend: legend?.() ?? [] }));
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
        <MenuItem id="csv" onAction={() => void save('csv')}>
          {t('ui:take.csv')}
        </MenuItem>
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
