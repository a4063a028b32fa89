import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useTheme } from '@mui/material/styles';
import type { LanguageContext } from '@twinward/domain/language';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { assistance } from './assistance.ts';
import { editingKeys } from './commands.ts';
import { xen } from './language.ts';
import { type Problem, toDiagnostics } from './problems.ts';
import { editorTheme } from './theme.ts';

interface CodeFieldProps {
  /** The initial text; later changes are kept by the view. */
  initial: string;
  problems: readonly Problem[];
  context: LanguageContext;
  readOnly: boolean;
  /** Attributes of the content element, such as its accessible name. */
  attributes: Record<string, string>;
  onChange(text: string): void;
  /** Receives the name of a completed tag, to add it as an input. */
  onTag(name: string): void;
  /** Receives the view when it is ready, for commands from outside. */
  onView(view: EditorView | null): void;
}

/** CodeMirror as a form field. */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { problems, readOnly } = props;
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [view, setView] = useState<EditorView | null>(null);
  const theme = useTheme();
  const look = useMemo(() => editorTheme(theme), [theme]);
  const attributes = JSON.stringify(props.attributes);
  const setting = useMemo(
    () => [
      EditorState.readOnly.of(readOnly),
      EditorView.contentAttributes.of(JSON.parse(attributes) as Record<string, string>),
    ],
    [readOnly, attributes],
  );

  useEffect(() => {
    const made = new EditorView({
      parent: parent.current!,
      state: EditorState.create({
        doc: latest.current.initial,
        extensions: [
          fixed(
            () => latest.current.context,
            (name) => latest.current.onTag(name),
          ),
          lookPart.of([]),
          settingPart.of([]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    setView(made);
    latest.current.onView(made);
    return () => {
      latest.current.onView(null);
      made.destroy();
    };
  }, []);

  useEffect(() => view?.dispatch({ effects: lookPart.reconfigure(look) }), [view, look]);
  useEffect(() => view?.dispatch({ effects: settingPart.reconfigure(setting) }), [view, setting]);
  useEffect(() => {
    view?.dispatch(setDiagnostics(view.state, toDiagnostics(problems, view.state.doc)));
  }, [view, problems]);

  return <div ref={parent} />;
}

const lookPart = new Compartment();
const settingPart = new Compartment();

function fixed(context: () => LanguageContext, onTag: (name: string) => void): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return [
    // The content security policy allows only styles with the nonce of this response.
    nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
    xen,
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    drawSelection(),
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    EditorView.lineWrapping,
    assistance(context, onTag),
    keymap.of([...editingKeys, ...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
}
