//! Checks that a JSON value has the fields that a format expects.

use super::path::{Step, shown};
use crate::sudoku::text::messages;
use serde_json::Value;

/// The expected schema of a JSON value.
pub(in crate::sudoku::text) enum Schema {
    /// A whole number from 0, or null.
    Number,
    /// A text, or null.
    Text,
    Flag,
    /// A text, a whole number from 0, or null.
    TextOrNumber,
    /// Any value.
    Any,
    /// A value of this schema, or null.
    OrNull(&'static Schema),
    /// A list of values.
    List(&'static Schema),
    /// An object whose fields are all of this schema.
    Map(&'static Schema),
    /// An object; the fields that are not named may be anything.
    Object(&'static [(&'static str, Schema)]),
}

impl Schema {
    /// Checks a value. If it is of another schema, `path` is left at the part that is,
    /// and the message says what is wrong there.
    pub(in crate::sudoku::text) fn check(
        &self,
        value: &Value,
        path: &mut Vec<Step>,
    ) -> Result<(), String> {
        match (self, value) {
            (
                Schema::Number | Schema::Text | Schema::TextOrNumber | Schema::OrNull(_),
                Value::Null,
            ) => Ok(()),
            (Schema::Any, _) => Ok(()),
            (Schema::Text, Value::String(_)) | (Schema::Flag, Value::Bool(_)) => Ok(()),
            (Schema::OrNull(schema), value) => schema.check(value, path),
            (Schema::Number | Schema::TextOrNumber, Value::Number(number)) if number.is_u64() => {
                Ok(())
            }
            (Schema::TextOrNumber, Value::String(_)) => Ok(()),
            (Schema::List(schema), Value::Array(items)) => {
                for (place, item) in items.iter().enumerate() {
                    path.push(Step::Item(place));
                    schema.check(item, path)?;
                    path.pop();
                }
                Ok(())
            }
            (Schema::Map(schema), Value::Object(map)) => {
                for (name, value) in map {
                    path.push(Step::Field(name.clone()));
                    schema.check(value, path)?;
                    path.pop();
                }
                Ok(())
            }
            (Schema::Object(fields), Value::Object(map)) => {
                for (name, schema) in *fields {
                    if let Some(value) = map.get(*name) {
                        path.push(Step::Field((*name).to_owned()));
                        schema.check(value, path)?;
                        path.pop();
                    }
                }
                Ok(())
            }
            _ => Err(format!(
                "found {} in {}, expected {}",
                found(value),
                shown(path),
                self.expected()
            )),
        }
    }

    fn expected(&self) -> &'static str {
        match self {
            Schema::Number => "a whole number",
            Schema::Text => "a text",
            Schema::Any => "a value",
            Schema::Flag => "true or false",
            Schema::TextOrNumber => "a text or a whole number",
            Schema::OrNull(schema) => schema.expected(),
            Schema::List(_) => "a list",
            Schema::Object(_) | Schema::Map(_) => "an object",
        }
    }
}

/// Returns a value as an error shows it.
pub(in crate::sudoku::text) fn found(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the text {}", messages::word(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Returns `true` if a value says something.
pub(in crate::sudoku::text) fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => fields.values().any(says_something),
        Value::Bool(true) | Value::Number(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_another_schema_are_named() {
        const SCHEMA: Schema = Schema::Object(&[("a", Schema::List(&Schema::Number))]);
        let check = |text: &str| {
            let mut path = Vec::new();
            let value = serde_json::from_str(text).unwrap();
            SCHEMA
                .check(&value, &mut path)
                .map_err(|message| (message, path))
        };
        assert_eq!(check(r#"{"a":[1,null],"b":"c"}"#), Ok(()));
        let (message, path) = check(r#"{"a":[1,"x"]}"#).unwrap_err();
        assert_eq!(
            message,
            "found the text 'x' in a[1], expected a whole number"
        );
        assert_eq!(path, [Step::Field("a".to_owned()), Step::Item(1)]);
    }
}
