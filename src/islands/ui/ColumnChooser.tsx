import { Columns3 } from 'lucide-react';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from './Button.tsx';
import { Menu, MenuItem, MenuSeparator } from './Menu.tsx';
import type { ColumnChoice } from './table/useTableColumns.ts';

/** The menu in which a reader chooses the columns of a table. */
export function ColumnChooser<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  const t = useT();
  return (
    <Menu
      placement="bottom end"
      label={t('ui:table.columns')}
      trigger={
        <Button variant="ghost" size="sm" icon={Columns3} tool>
          {t('ui:table.columns')}
        </Button>
      }
    >
      {choice.all
        .filter((column) => column.hideable !== false)
        .map((column) => (
          <MenuItem key={column.id} id={column.id} checked={choice.isShown(column.id)} stay onAction={() => choice.toggle(column.id)}>
            {column.name}
          </MenuItem>
        ))}
      <MenuSeparator />
      <MenuItem id="reset" onAction={choice.reset}>
        {t('ui:table.columns_reset')}
      </MenuItem>
    </Menu>
  );
}
